import { headers } from "next/headers";
import { NotFoundScreen } from "#components/shell/not-found-screen.tsx";

/** Dynamic for the same reason as the layout: the nonce. */
export default async function NotFound() {
  await headers();
  return <NotFoundScreen />;
}
