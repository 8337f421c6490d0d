import type { UsableTemplate } from '#modules/message-templates'
import { type MessageContent, contentOfTemplate } from '#modules/messages'
import { type Templates, templateFor } from './templates.ts'
import { fillText, hasText } from './texts.ts'

/** What a person gets. */
export interface Wording {
  /** From 1 to 5. */
  variant: number
  body: string
  /** Of a template. */
  content: MessageContent | undefined
}

interface Variants {
  texts: readonly string[]
  /** Null: the texts are sent. */
  templates: Templates | null
  usable: ReadonlyMap<number, UsableTemplate>
}

interface Person {
  /** The variant of an earlier try, which is chosen again if it still says something. */
  before: number | null
  values: ReadonlyMap<string, string>
}

/** Undefined: each template lacks a value for the person, so nothing is sent to them. */
export function chooseWording({ texts, templates, usable }: Variants, person: Person): Wording | undefined {
  return templates ? chooseTemplate(templates, usable, person) : chooseText(texts, person)
}

/** One of the variants that have a text; the first if none has one, because a file may need none. */
function chooseText(texts: readonly string[], { before, values }: Person): Wording {
  const written = texts.flatMap((text, nth) => (hasText(text) ? { variant: nth + 1, text } : []))
  const { variant, text } = oneOf(written, before) ?? { variant: 1, text: '' }
  return { variant, body: fillText(text, values), content: undefined }
}

function chooseTemplate(
  templates: Templates,
  usable: Variants['usable'],
  { before, values }: Person,
): Wording | undefined {
  const complete = templates.flatMap((choice, nth) => {
    const template = choice ? usable.get(choice.templateId) : undefined
    const filled = choice && template ? templateFor(template, choice, values) : undefined
    return filled ? { variant: nth + 1, filled } : []
  })
  const chosen = oneOf(complete, before)
  return chosen && { variant: chosen.variant, body: chosen.filled.body, content: contentOfTemplate(chosen.filled) }
}

const oneOf = <T extends { variant: number }>(variants: readonly T[], before: number | null): T | undefined =>
  variants.find(({ variant }) => variant === before) ?? variants[Math.floor(Math.random() * variants.length)]
