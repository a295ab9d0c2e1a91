# The service in a container: `docker build -t windrow .`, then see docs/guide/service.md.
ARG PYTHON=3.13-slim
# What requests to the service can ask for: crawls, pages in a browser, every format, agents.
ARG EXTRAS=serve,crawl,mcp,parquet,duckdb,postgres,xlsx,warc,browser

FROM python:${PYTHON} AS build
ARG EXTRAS
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml setup.py README.md LICENSE ./
# The studio's built files are part of the sources: no Node is needed.
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[${EXTRAS}]"

FROM python:${PYTHON}
ARG EXTRAS
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "windrow[${EXTRAS}]"
# Not root: then Chromium keeps its sandbox where the container allows one.
RUN useradd --create-home --uid 10001 windrow && install -d -o windrow -g windrow /data
USER windrow
ENV WINDROW_HOME=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8737
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", \
    "import urllib.request as r; r.urlopen('http://127.0.0.1:8737/healthz', timeout=4)"]
ENTRYPOINT ["windrow", "serve", "--host", "0.0.0.0", "--port", "8737"]
