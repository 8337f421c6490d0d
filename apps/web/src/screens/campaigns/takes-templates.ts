import type { ConnectionView } from '@guiche/contract'

/** Whether the chosen connections take templates instead of texts. Undefined: some do, and a campaign has to choose. */
export function takesTemplates(
  connections: readonly Pick<ConnectionView, 'id' | 'provider'>[],
  chosen: readonly string[],
): boolean | undefined {
  const official = connections.filter(({ provider }) => provider === 'official').map(({ id }) => String(id))
  const count = chosen.filter((id) => official.includes(id)).length
  return count > 0 && count < chosen.length ? undefined : count > 0
}
