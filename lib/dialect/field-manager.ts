/** What the dashboard writes as where no lane says otherwise. */
export const DASHBOARD_FIELD_MANAGER = "trainer-dashboard";

/** The field manager of a write into this lane. The API server takes at most 128 characters. */
export function fieldManagerOf(manager: string | undefined): string {
  return manager === undefined || manager.length > 128 ? DASHBOARD_FIELD_MANAGER : manager;
}
