import { CompanySettings } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#platform/context'
import { perApplication } from '#platform/per-application'
import { findChosenSettings } from './settings.repository.ts'

// Read with every message. After a change, other processes use the old value for at most a second.
const known = perApplication(() => new LRUCache<number, CompanySettings>({ max: 10_000, ttl: 1000 }))

/** The company's settings, with defaults. */
export async function readSettings(ctx: Ctx): Promise<CompanySettings> {
  const remembered = known(ctx).get(ctx.companyId)
  if (remembered) return remembered
  const settings = await readNewestSettings(ctx)
  known(ctx).set(ctx.companyId, settings)
  return settings
}

/** Without the cache, for calls that show or change settings. */
export async function readNewestSettings(ctx: Ctx): Promise<CompanySettings> {
  return CompanySettings.parse(await findChosenSettings(ctx))
}

export function forgetSettings(of: Pick<Ctx, 'application'>, companyId: number): void {
  known(of).delete(companyId)
}
