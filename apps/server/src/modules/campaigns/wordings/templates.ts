import { type TemplateChoice, variablesIn, variablesOf } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type FilledTemplate, type UsableTemplate, filledWith, usableTemplates } from '#modules/message-templates'
import { fillText } from './texts.ts'

/** One for each of the five variants. */
export type Templates = readonly (TemplateChoice | null)[]

interface Stored {
  templates: Templates | null
  confirmation_templates: Templates | null
}

/** All templates of a campaign. */
export const chosenIn = ({ templates, confirmation_templates }: Stored): TemplateChoice[] =>
  [...(templates ?? []), ...(confirmation_templates ?? [])].filter((choice) => choice !== null)

/** The templates of a campaign by their ids. Undefined: one of them cannot be sent over this connection now. */
export async function findUsable(
  ctx: Ctx,
  connectionId: number,
  stored: Stored,
): Promise<Map<number, UsableTemplate> | undefined> {
  const ids = [...new Set(chosenIn(stored).map(({ templateId }) => templateId))]
  const usable = await usableTemplates(ctx, connectionId, ids)
  return usable.size < ids.length ? undefined : usable
}

/**
 * The same, to send them. Undefined also if one of them has got a variable since it was chosen: nobody would have a value for it, so
 * everybody would be left out.
 */
export async function findSendable(
  ctx: Ctx,
  connectionId: number,
  stored: Stored,
): Promise<Map<number, UsableTemplate> | undefined> {
  const usable = await findUsable(ctx, connectionId, stored)
  return chosenIn(stored).every((choice) => isFilledIn(usable?.get(choice.templateId), choice)) ? usable : undefined
}

const isFilledIn = (template: UsableTemplate | undefined, { values }: TemplateChoice) =>
  template !== undefined && variablesOf(template.read.parts).every(({ key }) => (values[key] ?? '').trim() !== '')

/** The template as a person gets it. Undefined: it lacks a value for them, so they get nothing. */
export function templateFor(
  template: UsableTemplate,
  { values: written }: TemplateChoice,
  values: ReadonlyMap<string, string>,
): FilledTemplate | undefined {
  return filledWith(template, valuesOf(written, values))
}

/** The values of a template for a person, without those that are empty for them. */
export function valuesOf(written: TemplateChoice['values'], values: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    Object.entries(written).flatMap(([key, text]) => {
      const isLacking = variablesIn(text).some((variable) => !values.get(variable))
      const filled = fillText(text, values)
      return isLacking || filled.trim() === '' ? [] : [[key, filled]]
    }),
  )
}
