import { logInByApi, must } from './call.ts'
import type { Server } from './server.ts'

/** Removes what the operator shows to all companies: the journeys of a worker share their server. */
export async function clearInstallation(server: Server): Promise<void> {
  const { call } = await logInByApi(server, server.operator)
  const helps = await must<{ id: number }[]>(call('GET', '/helps/list'))
  for (const { id } of helps) await must(call('DELETE', `/helps/${id}`))
  const { records } = await must<{ records: { id: number }[] }>(call('GET', '/announcements'))
  for (const { id } of records) await must(call('DELETE', `/announcements/${id}`))
}
