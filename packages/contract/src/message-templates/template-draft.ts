import { z } from 'zod'
import { Id } from '../shared/fields.ts'
import { type TemplateParts, fileHeaders, variablesOf } from './template-parts.ts'
import { flawOfText, formatOf, templateVariables } from './template-variables.ts'

/** Those that can be made here. Meta makes templates for authentication in another form. */
export const draftCategories = ['marketing', 'utility'] as const

/** What Meta takes at most. */
export const templateLimits = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  url: 2000,
  phone: 20,
  /** More variables have no place in its texts. */
  values: 200,
} as const

const { name, header, body, footer, buttons, buttonText, url, phone } = templateLimits
const text = (most: number) => z.string('required').trim().min(1, 'required').max(most, 'tooLong')

const Header = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: text(header) }),
  z.object({ kind: z.enum(fileHeaders) }),
  z.object({ kind: z.literal('location') }),
])

const Button = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: text(buttonText) }),
  z.object({ kind: z.literal('url'), text: text(buttonText), url: text(url) }),
  z.object({
    kind: z.literal('phone'),
    text: text(buttonText),
    number: text(phone).regex(/^\+?\d{8,19}$/, 'invalidPhoneNumber'),
  }),
])

const contents = {
  category: z.enum(draftCategories),
  header: Header.nullable().default(null),
  body: text(body),
  footer: z.string().trim().max(footer, 'tooLong').default(''),
  buttons: z.array(Button).max(buttons, 'tooMany').default([]),
  /** An example of each variable, by its key, for those who review the template. */
  examples: z.record(z.string().max(600), z.string().max(body, 'tooLong')).default({}),
  /** Of a header with a file: one that was sent to `/message-templates/files`. */
  fileId: Id.nullable().default(null),
}

type Contents = z.output<z.ZodObject<typeof contents>>

export const TemplateContents = z.object(contents).superRefine(checkTexts)
export type TemplateContents = Contents

export const TemplateDraft = z
  .object({
    /** The connection whose account gets it. */
    whatsappId: Id,
    name: text(name).regex(/^[a-z0-9_]+$/, 'templateName'),
    language: z
      .string('required')
      .min(1, 'required')
      .regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'invalid'),
    ...contents,
  })
  .superRefine(checkTexts)
export type TemplateDraft = z.output<typeof TemplateDraft>

type Context = z.core.$RefinementCtx

/** The rules of the review that are documented. Others Meta tells when it refuses the template. */
function checkTexts(draft: Contents, context: Context): void {
  const flaw = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message, input: draft })
  const { header, body, footer, buttons, examples } = draft
  const inBody = flawOfText(body)
  if (inBody) flaw(inBody, 'body')
  if (formatOfDraft(draft) === undefined) flaw('variablesMisnamed', 'body')
  if (header?.kind === 'text' && templateVariables(header.text).length > 1) flaw('oneVariable', 'header', 'text')
  if (templateVariables(footer).length > 0) flaw('noVariables', 'footer')
  const labels = new Set<string>()
  buttons.forEach((button, at) => {
    if (labels.has(button.text)) flaw('doubled', 'buttons', at, 'text')
    labels.add(button.text)
    if (templateVariables(button.text).length > 0) flaw('noVariables', 'buttons', at, 'text')
    if (button.kind !== 'url') return
    if (!isAddress(button.url)) flaw('invalidAddress', 'buttons', at, 'url')
    const names = templateVariables(button.url)
    if (names.length > 1 || (names.length === 1 && !button.url.endsWith('}}')))
      flaw('variableAtEnd', 'buttons', at, 'url')
  })
  for (const { key } of variablesOf(draft))
    if ((examples[key] ?? '').trim() === '') flaw('exampleRequired', 'examples', key)
}

/** With a variable in it, it is one too. */
function isAddress(address: string): boolean {
  const parsed = URL.parse(address.replaceAll(/[{}]/g, ''))
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && parsed.username === ''
}

/** Header and body name their variables in the same way. */
export function formatOfDraft({ header, body }: Pick<TemplateParts, 'header' | 'body'>) {
  const inHeader = header?.kind === 'text' ? templateVariables(header.text) : []
  const [ofHeader, ofBody] = [formatOf(inHeader), formatOf(templateVariables(body))]
  if (inHeader.length === 0) return ofBody
  if (templateVariables(body).length === 0) return ofHeader
  return ofHeader === ofBody ? ofBody : undefined
}
