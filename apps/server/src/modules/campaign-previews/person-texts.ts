import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { hasText, readCampaignSettings, textFor } from '#modules/campaigns'
import { readSurroundings } from './connections.repository.ts'
import { type PersonWithVariables, findPerson } from './people.repository.ts'
import type { Plan } from './plan.ts'

/** Fills in the texts of a plan for a person, as the campaign does when it sends them. */
export async function personTexts(
  ctx: Ctx,
  plan: Plan,
  person: Omit<PersonWithVariables, 'key'>,
): Promise<(text: string) => string> {
  const turn = await readSurroundings(ctx, plan.connectionIds[0])
  const { variables } = await readCampaignSettings(ctx)
  return (text) => textFor(text, { turn, person, variables })
}

/** Each variant that has a text, as the person gets it. */
export async function previewTexts(ctx: Ctx, plan: Plan, key: string) {
  const found = await personOf(ctx, plan, key)
  const filled = await personTexts(ctx, plan, found)
  const each = (texts: readonly string[]) =>
    texts.flatMap((text, nth) => (hasText(text) ? { variant: nth + 1, text: filled(text) } : []))
  return {
    person: { key, name: found.name, number: found.number },
    messages: each(plan.messages),
    confirmations: plan.confirmation ? each(plan.confirmations) : [],
  }
}

export async function personOf(ctx: Ctx, plan: Plan, key: string): Promise<PersonWithVariables> {
  const person = await findPerson(ctx, plan, key)
  if (!person) throw notFound('ERR_NO_CONTACT_FOUND')
  return person
}
