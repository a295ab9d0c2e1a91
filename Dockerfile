# The service in a container: `docker build -t windrow .`, then see docs/guide/service.md.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels \
    '.[serve,mcp,parquet,duckdb,postgres,xlsx,warc,browser]'

FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels \
    'windrow[serve,mcp,parquet,duckdb,postgres,xlsx,warc,browser]'
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
