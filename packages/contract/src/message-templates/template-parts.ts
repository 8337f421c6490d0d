import { z } from 'zod'
import { templateVariables, withValues } from './template-variables.ts'

export const fileHeaders = ['image', 'video', 'document'] as const
export type FileHeader = (typeof fileHeaders)[number]

export const TemplateHeader = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.enum(fileHeaders) }),
  z.object({ kind: z.literal('location') }),
])
export type TemplateHeader = z.output<typeof TemplateHeader>

export const TemplateButton = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: z.string() }),
  /** With at most one variable, at the end of the address. */
  z.object({ kind: z.literal('url'), text: z.string(), url: z.string() }),
  z.object({ kind: z.literal('phone'), text: z.string(), number: z.string() }),
  /** Copies a code, which is a variable. Meta gives it its text. */
  z.object({ kind: z.literal('copy'), text: z.string() }),
  /** Of a kind that we show, but cannot make. */
  z.object({ kind: z.literal('other'), text: z.string() }),
])
export type TemplateButton = z.output<typeof TemplateButton>

/** What a template consists of. */
export const TemplateParts = z.object({
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(TemplateButton),
})
export type TemplateParts = z.output<typeof TemplateParts>

/** A card of a carousel. */
export const TemplateCard = z.object({
  header: TemplateHeader.nullable(),
  body: z.string(),
  buttons: z.array(TemplateButton),
})

export const TemplateVariable = z.object({
  /** What its value is called in `values`; unique within the template. */
  key: z.string(),
  /** As it stands between the braces. */
  name: z.string(),
  /** `code`: what a button copies. */
  place: z.enum(['header', 'body', 'button', 'code']),
  /** Of the button. */
  index: z.number().nullable(),
})
export type TemplateVariable = z.output<typeof TemplateVariable>

/** Header, body and buttons count their variables on their own. */
export function variablesOf({ header, body, buttons }: TemplateParts): TemplateVariable[] {
  const inHeader = header?.kind === 'text' ? templateVariables(header.text) : []
  return [
    ...inHeader.map((name) => ({ key: `header:${name}`, name, place: 'header' as const, index: null })),
    ...templateVariables(body).map((name) => ({ key: `body:${name}`, name, place: 'body' as const, index: null })),
    ...buttons.flatMap((button, index): TemplateVariable[] => {
      const key = `button:${index}`
      if (button.kind === 'copy') return [{ key, name: 'code', place: 'code', index }]
      const names = button.kind === 'url' ? templateVariables(button.url) : []
      return names.map((name) => ({ key, name, place: 'button', index }))
    }),
  ]
}

export type TemplateValues = Readonly<Record<string, string>>

/** The values of a place by the names that stand there. */
export function valuesAt(
  parts: TemplateParts,
  values: TemplateValues,
  place: TemplateVariable['place'],
  index: number | null = null,
): Map<string, string> {
  const there = variablesOf(parts).filter((one) => one.place === place && one.index === index)
  return new Map(there.flatMap(({ key, name }) => (values[key] === undefined ? [] : [[name, values[key]]])))
}

/** The template as the customer reads it, without its buttons. Variables without a value stay. */
export function filledTemplate(parts: TemplateParts, values: TemplateValues): { header: string; body: string } {
  const { header, body } = parts
  return {
    header: header?.kind === 'text' ? withValues(header.text, valuesAt(parts, values, 'header')) : '',
    body: withValues(body, valuesAt(parts, values, 'body')),
  }
}

/** A button as the customer sees it. */
export const ShownButton = z.object({
  kind: z.enum(['reply', 'url', 'phone', 'copy', 'other']),
  text: z.string(),
  /** The address, the number or the code behind it; may be empty. */
  value: z.string(),
})
export type ShownButton = z.output<typeof ShownButton>

export function shownButtons(parts: TemplateParts, values: TemplateValues): ShownButton[] {
  return parts.buttons.map((button, index): ShownButton => {
    const { kind, text } = button
    if (kind === 'url') return { kind, text, value: withValues(button.url, valuesAt(parts, values, 'button', index)) }
    if (kind === 'phone') return { kind, text, value: button.number }
    return { kind, text, value: kind === 'copy' ? (values[`button:${index}`] ?? '') : '' }
  })
}

/** One text of all of it, for lists, searches and people who were not there. */
export function textOfTemplate(parts: TemplateParts, values: TemplateValues): string {
  const { header, body } = filledTemplate(parts, values)
  return [header && `*${header}*`, body, parts.footer && `_${parts.footer}_`].filter(Boolean).join('\n\n')
}

/** What is kept with a message that was made from a template: it is sent as it was then. */
export interface SentTemplate {
  templateId: number
  name: string
  language: string
  category: string
  format: 'positional' | 'named'
  parts: TemplateParts
  values: TemplateValues
}

const longestValue = 1024

function hasVariable(value: string): boolean {
  const start = value.indexOf('{{')
  return start !== -1 && value.includes('}}', start + 2)
}

/** Why a value cannot be sent, as a key of `ui.form`. Meta takes one line, with at most four spaces in a row. */
export function flawOfValue(value: string): string | undefined {
  if (value.trim() === '') return 'required'
  if (/[\n\r\t\v\f\u0085\u2028\u2029]| {5}/.test(value)) return 'oneLineValue'
  if (hasVariable(value)) return 'unknownVariable'
  return value.length > longestValue ? 'tooLong' : undefined
}
