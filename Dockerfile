# syntax=docker/dockerfile:1
# Serves the vault at /vault on port 27150; see docs/server.md. The bytes in it are those of the npm package.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/release/build.mjs && node scripts/release/unpack.mjs /app

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.title="Lectern" \
      org.opencontainers.image.description="Serves a folder of notes, an Obsidian vault, over the Model Context Protocol." \
      org.opencontainers.image.source="https://github.com/lectern-mcp/lectern" \
      org.opencontainers.image.licenses="MIT" \
      io.modelcontextprotocol.server.name="io.github.lectern-mcp/lectern"
RUN install -d -o node -g node -m 0700 /state && install -d -o node -g node /vault
COPY --from=build /app /app
# One arena of the C library for all threads: it holds 11 to 16 MB less, see docs/server.md.
ENV NODE_ENV=production \
    XDG_STATE_HOME=/state \
    MALLOC_ARENA_MAX=1
USER node
VOLUME ["/vault", "/state"]
EXPOSE 27150
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:27150/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/lectern.mjs"]
CMD ["/vault", "--port", "27150", "--host", "0.0.0.0", "--allow-remote"]
