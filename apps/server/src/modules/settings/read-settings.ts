import { CompanySettings } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#platform/context'
import { findChosenSettings } from './settings.repository.ts'

// Asked for with every message. Another process may hold a changed setting for a second longer.
const known = new LRUCache<number, CompanySettings>({ max: 10_000, ttl: 1000 })

/** The company's settings, with what holds where nobody has chosen. */
export async function readSettings(ctx: Ctx): Promise<CompanySettings> {
  const remembered = known.get(ctx.companyId)
  if (remembered) return remembered
  const settings = await readNewestSettings(ctx)
  known.set(ctx.companyId, settings)
  return settings
}

/** Not from memory: for those who look at the settings or change them. */
export async function readNewestSettings(ctx: Ctx): Promise<CompanySettings> {
  return CompanySettings.parse(await findChosenSettings(ctx))
}

export function forgetSettings(companyId: number): void {
  known.delete(companyId)
}
