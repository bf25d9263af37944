# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 npx next build && npm prune --omit=dev && rm -rf node_modules/sharp node_modules/@img

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NODE_COMPILE_CACHE=/tmp/node-compile-cache HOST=0.0.0.0 PORT=8080
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 8080
CMD ["node", "server/main.ts", "--sandbox"]
