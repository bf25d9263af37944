/** What Next and React read from the environment when they are loaded; must be called before. Nothing is reported to anybody. */
export function prepareNextEnvironment(isDev: boolean): void {
  process.env["NEXT_TELEMETRY_DISABLED"] = "1";
  if (!isDev) Object.assign(process.env, { NODE_ENV: "production" });
}
