import { CompanySettings } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { createRecent } from '#platform/recent'
import { findChosenSettings } from './settings.repository.ts'

const recent = createRecent<CompanySettings>({ max: 10_000 })

/** The company's settings, with defaults. */
export async function readSettings(ctx: Ctx): Promise<CompanySettings> {
  return recent.find(ctx) ?? recent.read(ctx, () => readNewestSettings(ctx))
}

/** Without the cache, for calls that show or change settings. */
export async function readNewestSettings(ctx: Ctx): Promise<CompanySettings> {
  return CompanySettings.parse(await findChosenSettings(ctx))
}

export const forgetSettings = recent.forget
