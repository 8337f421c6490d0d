import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import {
  type Templates,
  fillText,
  findUsable,
  hasText,
  readCampaignSettings,
  valuesFor,
  valuesOf,
} from '#modules/campaigns'
import { readSurroundings } from './connections.repository.ts'
import { type PersonWithVariables, findPerson } from './people.repository.ts'
import type { Plan } from './plan.ts'

/** What texts can say to a person, as in the campaign when it sends them. */
export async function personValues(
  ctx: Ctx,
  plan: Plan,
  person: Omit<PersonWithVariables, 'key'>,
): Promise<ReadonlyMap<string, string>> {
  const turn = await readSurroundings(ctx, plan.connectionIds[0])
  const { variables } = await readCampaignSettings(ctx)
  return valuesFor({ turn, person, variables })
}

/** Each variant that says something, as the person gets it. */
export async function previewTexts(ctx: Ctx, plan: Plan, key: string) {
  const found = await personOf(ctx, plan, key)
  const values = await personValues(ctx, plan, found)
  const [connectionId] = plan.connectionIds
  const usable = connectionId === undefined ? undefined : await findUsable(ctx, connectionId, plan)
  const each = (texts: readonly string[], templates: Templates | null) => [
    ...texts.flatMap((text, nth) =>
      hasText(text) ? { variant: nth + 1, text: fillText(text, values), template: null } : [],
    ),
    ...(templates ?? []).flatMap((choice, nth) => {
      const template = choice && usable?.get(choice.templateId)
      if (!template) return []
      const { parts } = template.read
      return { variant: nth + 1, text: '', template: { parts, values: valuesOf(choice.values, values) } }
    }),
  ]
  return {
    person: { key, name: found.name, number: found.number },
    messages: each(plan.messages, plan.templates),
    confirmations: plan.confirmation ? each(plan.confirmations, plan.confirmation_templates) : [],
  }
}

export async function personOf(ctx: Ctx, plan: Plan, key: string): Promise<PersonWithVariables> {
  const person = await findPerson(ctx, plan, key)
  if (!person) throw notFound('ERR_NO_CONTACT_FOUND')
  return person
}
