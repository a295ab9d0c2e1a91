"""windrow in other people's frameworks: web-poet, scrapy-poet."""
