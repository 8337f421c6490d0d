import { type NeededFeature, type PlanFeature, planFeatures } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'

/** The stored name of each feature. */
const storedAs: Readonly<Record<PlanFeature, string>> = {
  useWhatsapp: 'whatsapp',
  useFacebook: 'facebook',
  useInstagram: 'instagram',
  useCampaigns: 'campaigns',
  useSchedules: 'schedules',
  useInternalChat: 'internal_chat',
  useExternalApi: 'external_api',
  useKanban: 'kanban',
  useOpenAi: 'open_ai',
  useIntegration: 'integrations',
}

/** SQL condition: `plans p` has the feature. */
export const hasFeature = (feature: PlanFeature): RawBuilder<boolean> => sql`${storedAs[feature]} = any (p.features)`

type PlanFlags = Record<PlanFeature, boolean>

export const featuresOf = (stored: readonly string[]): PlanFeature[] =>
  planFeatures.filter((feature) => stored.includes(storedAs[feature]))

export function flagsOf(stored: readonly string[]): PlanFlags {
  const has = (feature: PlanFeature) => stored.includes(storedAs[feature])
  return {
    useWhatsapp: has('useWhatsapp'),
    useFacebook: has('useFacebook'),
    useInstagram: has('useInstagram'),
    useCampaigns: has('useCampaigns'),
    useSchedules: has('useSchedules'),
    useInternalChat: has('useInternalChat'),
    useExternalApi: has('useExternalApi'),
    useKanban: has('useKanban'),
    useOpenAi: has('useOpenAi'),
    useIntegration: has('useIntegration'),
  }
}

/** Undefined flags stay as they are. */
export function withFlags(
  stored: readonly string[],
  change: { [Flag in PlanFeature]?: boolean | undefined },
): string[] {
  const changed = new Set(stored)
  for (const feature of planFeatures) {
    if (change[feature] === true) changed.add(storedAs[feature])
    if (change[feature] === false) changed.delete(storedAs[feature])
  }
  return [...changed]
}

/**
 * Throws 403 ERR_PLAN_LIMIT if the plan of the company lacks the feature. Use it for what depends on the body of a
 * call; a feature that a whole call needs is in the contract and checked before the handler runs.
 */
export async function assertFeature(ctx: Ctx, feature: NeededFeature): Promise<void> {
  if (feature === 'none' || (await isFeatureOn(ctx, feature))) return
  throw new AppError('ERR_PLAN_LIMIT', 403, { feature })
}

/** Whether the plan of the company has the feature now. */
export async function isFeatureOn(ctx: Ctx, feature: PlanFeature): Promise<boolean> {
  const { rows } = await sql`
    select from companies c join plans p on p.id = c.plan_id
    where c.id = ${ctx.companyId} and ${hasFeature(feature)}`.execute(ctx.db)
  return rows.length > 0
}
