"""Systems that learn from pages of a site, on the data of the papers, beside windrow's own.

    python -m bench.rivals                  all of them
    python -m bench.rivals --dataset wien --system lr --system exalg

Those that take one page are in `bench.compare`.
"""
