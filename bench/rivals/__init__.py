"""The systems that the five papers compare themselves with, written from what we know of them.

The texts of their papers were not at hand: ideas, constants and examples are from memory, and what
was not remembered is ours. A bad figure may be ours and not theirs.

They are yardsticks, not parts of windrow. TPC and CTVS take one page and are detectors; RoadRunner
and EXALG take several pages of a site; Kushmerick's classes take labelled pages.

    python -m bench.rivals                  all of them, on the data of the papers
    python -m bench.rivals --dataset wien
"""
