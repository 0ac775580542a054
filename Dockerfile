# Touchstone with k6 in it, so that a CI of any language runs it:
#
#   docker build -t touchstone .
#   docker run --rm -v "$PWD:/work" -e TOUCHSTONE_TOKEN touchstone run --base-url https://server.example/api
#
# Reports go to touchstone-report in the mounted folder, and belong to whoever owns that folder.
ARG NODE=node:24-slim
ARG GO=golang:1.26

FROM ${GO} AS k6
WORKDIR /k6
COPY load/k6/go.mod load/k6/go.sum ./
RUN CGO_ENABLED=0 go build -trimpath -mod=readonly -ldflags=-w -o /usr/local/bin/k6 go.k6.io/k6/v2

FROM ${NODE} AS page
WORKDIR /touchstone
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY schemas schemas
COPY reports reports
RUN node reports/html/script/build.ts /page

FROM ${NODE}
WORKDIR /touchstone
COPY package.json package-lock.json .npmrc ./
# Not npm ci: it refuses to work where a registry lacks some other platform's build of an optional dependency.
RUN npm install --no-save --omit=dev --ignore-scripts
# What the package leaves to its user, the image brings: above it, where Node looks next.
RUN npm install --no-save --ignore-scripts --prefix / testcontainers@12 selfsigned@5 && npm cache clean --force
COPY --from=k6 /usr/local/bin/k6 /usr/local/bin/k6
COPY cli cli
COPY suites suites
COPY fixtures fixtures
COPY schemas schemas
COPY reports reports
COPY --from=page /page reports/html/script
COPY load load
COPY api api
ENV NODE_ENV=production HOME=/tmp
WORKDIR /work
ENTRYPOINT ["node", "/touchstone/cli/as-owner.js"]
CMD ["--help"]
