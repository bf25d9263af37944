import { append } from "./en/append.ts";
import { common } from "./en/everywhere.ts";
import { form } from "./en/form.ts";
import { job } from "./en/job.ts";
import { jobs } from "./en/jobs.ts";
import { runtimes } from "./en/runtimes.ts";
import { shell } from "./en/shell.ts";
import { timeline } from "./en/timeline.ts";

/** Every word of ours that people see, by area of the screen; ICU message syntax. */
export const catalogue = { common, shell, jobs, job, timeline, append, form, runtimes };
export type Catalogue = typeof catalogue;

declare module "use-intl" {
  interface AppConfig {
    Locale: "en";
    Messages: Catalogue;
  }
}
