import { type ProblemDocument, toProblem } from "#lib/errors/problem.ts";
import { jsonResponse } from "./json-response.ts";

/** Any thrown value as `application/problem+json`. */
export function problemResponse(error: unknown, requestId: string): Response {
  const problem: ProblemDocument = toProblem(error, requestId);
  const seconds = problem["retryAfterSeconds"];
  return jsonResponse(problem, {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      ...(typeof seconds === "number" ? { "retry-after": String(seconds) } : {}),
    },
  });
}
