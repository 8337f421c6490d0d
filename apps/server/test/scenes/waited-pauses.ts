import { expect } from 'vitest'
import { type Company, type World, eventually } from '../world/index.ts'

/** How long a message that fails `times` times waits after each of them, in seconds. The pauses are cut short. */
export async function waitedPauses(world: World, company: Company, messageId: number, times: number) {
  const waited: number[] = []
  for (let failures = 1; failures <= times; failures += 1) {
    await eventually(async () => {
      const [entry] = await company.sql(
        `select extract(epoch from not_before - clock_timestamp())::float as seconds from outbox
         where company_id = $1 and message_id = $2 and failures = $3 and taken_until is null`,
        [company.id, messageId, failures],
      )
      expect(entry).toBeDefined()
      waited.push(entry.seconds)
    })
    await company.sql('update outbox set not_before = now() where company_id = $1 and message_id = $2', [
      company.id,
      messageId,
    ])
    world.app.delivery.wake(company.id)
  }
  return waited
}
