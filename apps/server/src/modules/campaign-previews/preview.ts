import {
  type CampaignPreview,
  type PriceCategory,
  TemplateCategory,
  campaignNames,
  isBuiltInVariable,
  usualCurrency,
  variableKey,
  variablesIn,
} from '@guiche/contract'
import { factsOf } from '#channels/facts'
import type { UserCtx } from '#platform/context'
import { comesApart, findUsable, hasText, laterFilesOf, pauseWithin, readCampaignSettings } from '#modules/campaigns'
import { readReach } from '#modules/companies'
import type { SendingGuard } from '#modules/sending-guard'
import { type PlannedConnection, findPlannedConnections, readSurroundings } from './connections.repository.ts'
import { costOf } from './cost.ts'
import { estimateEnd } from './end.ts'
import { type NeededVariable, countByPrefix, countLacking, countPeople } from './people.repository.ts'
import type { Plan } from './plan.ts'
import { risksOf } from './risks.ts'

interface Options {
  guard: SendingGuard
  /** In ms. No pause between two messages is shorter. */
  leastPause: number
}

/** What somebody wants to know of a campaign before it starts. */
export async function previewOf(ctx: UserCtx, plan: Plan, { guard, leastPause }: Options): Promise<CampaignPreview> {
  const settings = await readCampaignSettings(ctx)
  const counted = await countPeople(ctx, plan)
  const { count: people, unchecked, strangers } = counted.find(({ reason }) => reason === null) ?? none
  const found = await findPlannedConnections(ctx, plan.connectionIds)
  const { now } = await readSurroundings(ctx, undefined)
  const reach = await readReach(ctx)
  const messages = plan.messages.filter(hasText)
  const files = await filesIn(ctx, plan, messages[0] ?? '')
  const lacking = await countLacking(ctx, plan, neededVariables(textsOf(plan), settings.variables))
  const cost = await readCost(ctx, plan, {
    found,
    settings,
    messagesPerPerson: 1 + (files?.apart ?? 0),
  })
  const startsAt = Math.max(plan.scheduledAt?.getTime() ?? now, now)
  // The last question, because a number that nobody has asked about yet is locked from then on.
  const forecasts = await guard.forecast(ctx, plan.connectionIds, startsAt)
  const end = estimateEnd({
    startsAt,
    people,
    strangers,
    hasQuestion: plan.confirmation,
    connections: found.flatMap(({ id, name }) => {
      const forecast = forecasts.get(id)
      return forecast ? [{ id, name, ...forecast }] : []
    }),
    pace: settings,
    leastPause: Math.max(leastPause, pauseWithin(reach.perHour, found.length)),
    files,
  })
  return {
    people,
    mostPeople: reach.campaignPeople,
    leftOut: counted.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    unchecked,
    strangers,
    lacking,
    end,
    risks: risksOf({
      people,
      strangers,
      unchecked,
      texts: plan.confirmation ? plan.confirmations.filter(hasText) : messages,
      pause: end?.pause,
      connections: found.map(({ name, age, channel, is_connected }) => ({
        name,
        age,
        isConnected: is_connected,
        isPhone: isPhone(channel),
      })),
    }),
    cost,
  }
}

/** Null: no file goes out. `apart`: how many come after the text. */
async function filesIn(ctx: UserCtx, { file, fileListId }: Plan, text: string) {
  if (file) return { bytes: file.bytes, apart: comesApart(file, text) ? 1 : 0 }
  const files = await laterFilesOf(ctx, fileListId)
  return files.length === 0 ? null : { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), apart: files.length }
}

const none = { count: 0, unchecked: 0, strangers: 0 }

/** The texts that somebody gets. */
const textsOf = (plan: Plan): string[] => {
  const { messages, confirmation, confirmations, templates, confirmation_templates } = plan
  const chosen = [...(templates ?? []), ...(confirmation ? (confirmation_templates ?? []) : [])]
  const values = chosen.flatMap((choice) => (choice ? Object.values(choice.values) : []))
  return [...messages, ...(confirmation ? confirmations : []), ...values].filter(hasText)
}

const keys = (names: readonly string[]) => new Set(names.map(variableKey))
const ofName = keys([...campaignNames.name, ...campaignNames.firstName])
const ofEmail = keys(campaignNames.email)

/** The variables of these texts that may be empty for somebody and have no default. All others of ours always have a value. */
export function neededVariables(
  texts: readonly string[],
  own: readonly { key: string; value: string }[],
): NeededVariable[] {
  const usual = new Map(own.map(({ key, value }) => [variableKey(key), value]))
  return [...new Set(texts.flatMap(variablesIn))].flatMap((key): NeededVariable[] => {
    if (ofName.has(key)) return [{ key, kind: 'name', usual: null }]
    if (ofEmail.has(key)) return [{ key, kind: 'email', usual: null }]
    return isBuiltInVariable(key) ? [] : [{ key, kind: 'own', usual: usual.get(key) ?? null }]
  })
}

/** The variable that people of the group `lacking` lack. */
export async function neededVariable(ctx: UserCtx, plan: Plan, key: string): Promise<NeededVariable | undefined> {
  const { variables } = await readCampaignSettings(ctx)
  return neededVariables(textsOf(plan), variables).find((needed) => needed.key === key)
}

const isPhone = (channel: PlannedConnection['channel']) => factsOf(channel).linkedBy === 'phone'

interface Priced {
  found: readonly PlannedConnection[]
  settings: Awaited<ReturnType<typeof readCampaignSettings>>
  messagesPerPerson: number
}

async function readCost(ctx: UserCtx, plan: Plan, { found, settings, messagesPerPerson }: Priced) {
  const phones = found.filter(({ channel }) => isPhone(channel)).length
  const paid = found.length - phones
  const { prices = [], currency = usualCurrency } = settings
  const categories = paid === 0 ? [] : await categoriesOf(ctx, plan, found)
  const counts = []
  for (const [category, { length: variants }] of Map.groupBy(categories, (one) => one)) {
    const theirs = prices.filter((price) => price.category === category)
    for (const row of await countByPrefix(ctx, plan, theirs)) counts.push({ ...row, category, variants })
  }
  return costOf({
    counts,
    variants: categories.length,
    prices,
    currency,
    messagesPerPerson,
    connections: { all: found.length, paid, phones },
  })
}

/** Of each variant that people get first. What is not chosen yet is billed like what is dearest. */
async function categoriesOf(ctx: UserCtx, plan: Plan, [first]: readonly PlannedConnection[]): Promise<PriceCategory[]> {
  const choices = (plan.confirmation ? plan.confirmation_templates : plan.templates) ?? []
  const usable = first && (await findUsable(ctx, first.id, plan))
  const categories = choices.flatMap((choice) => {
    const category = choice && TemplateCategory.safeParse(usable?.get(choice.templateId)?.row.category).data
    return category ?? []
  })
  return categories.length > 0 ? categories : ['marketing']
}
