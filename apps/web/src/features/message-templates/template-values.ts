import {
  type MessageTemplateView,
  TemplateContents,
  TemplateDraft,
  type TemplateParts,
  variablesOf,
} from '@guiche/contract'
import type { z } from 'zod'
import { rulesOf } from '../../lib/form-rules.ts'

export const headerKinds = ['none', 'text', 'image', 'video', 'document'] as const
export type HeaderKind = (typeof headerKinds)[number]

export const buttonKinds = ['reply', 'url', 'phone'] as const
export type ButtonKind = (typeof buttonKinds)[number]

/** Has the fields of all kinds, so that a change of the kind loses nothing. */
export interface ButtonValues {
  kind: ButtonKind
  text: string
  url: string
  number: string
}

export interface TemplateFormValues extends Record<string, unknown> {
  whatsappId: string | null
  name: string
  language: string
  category: 'marketing' | 'utility'
  headerKind: HeaderKind
  headerText: string
  body: string
  footer: string
  buttons: ButtonValues[]
  /** By the key of the variable. */
  examples: Record<string, string>
  file: { id: number; name: string; url: string; bytes: number } | null
}

export function valuesOf(
  template: MessageTemplateView | undefined,
  { whatsappId, language }: { whatsappId: number | undefined; language: string },
): TemplateFormValues {
  const { header = null } = template ?? {}
  return {
    whatsappId: whatsappId === undefined ? null : String(whatsappId),
    name: template?.name ?? '',
    language: template?.language ?? language,
    category: template?.category === 'marketing' ? 'marketing' : 'utility',
    headerKind: header === null || header.kind === 'location' ? 'none' : header.kind,
    headerText: header?.kind === 'text' ? header.text : '',
    body: template?.body ?? '',
    footer: template?.footer ?? '',
    buttons: (template?.buttons ?? []).flatMap((button) =>
      button.kind === 'other' || button.kind === 'copy'
        ? []
        : {
            kind: button.kind,
            text: button.text,
            url: button.kind === 'url' ? button.url : '',
            number: button.kind === 'phone' ? button.number : '',
          },
    ),
    examples: template?.examples ?? {},
    file: template?.file ?? null,
  }
}

/** The form has a field for everything in it; otherwise a change would take parts away. */
export const hasForm = ({ header, buttons, refusal }: MessageTemplateView): boolean =>
  header?.kind !== 'location' &&
  refusal !== 'cards' &&
  refusal !== 'otherParts' &&
  buttons.every(({ kind }) => kind !== 'other' && kind !== 'copy')

/** Only another file was chosen, which Meta does not review. */
export function isFileAlone(template: MessageTemplateView | undefined, values: TemplateFormValues): boolean {
  if (template?.status !== 'approved' || values.file === null || values.file.id === template.file?.id) return false
  const { fileId: _, ...now } = contentsOf(values)
  const { fileId: __, ...before } = contentsOf(valuesOf(template, { whatsappId: undefined, language: '' }))
  return JSON.stringify(now) === JSON.stringify(before)
}

/** As it will be shown, also while it is being written. */
export function partsOf({ headerKind, headerText, body, footer, buttons }: TemplateFormValues): TemplateParts {
  return {
    header: headerOf(headerKind, headerText),
    body,
    footer,
    buttons: buttons.map(buttonOf),
  }
}

function headerOf(kind: HeaderKind, text: string) {
  if (kind === 'none') return null
  return kind === 'text' ? { kind, text } : { kind }
}

function buttonOf({ kind, text, url, number }: ButtonValues) {
  if (kind === 'url') return { kind, text, url }
  return kind === 'phone' ? { kind, text, number } : { kind, text }
}

/** Examples of variables that are in no text any more are left out. */
export function contentsOf(values: TemplateFormValues): z.input<typeof TemplateContents> {
  const parts = partsOf(values)
  const examples = variablesOf(parts).map(({ key }) => [key, values.examples[key] ?? ''] as const)
  const { headerKind, headerText, body, footer, category, file } = values
  const hasFile = headerKind !== 'none' && headerKind !== 'text'
  return {
    category,
    header: headerOf(headerKind, headerText),
    body,
    footer,
    buttons: values.buttons.map(buttonOf),
    examples: Object.fromEntries(examples),
    fileId: hasFile ? (file?.id ?? null) : null,
  }
}

export const draftOf = (values: TemplateFormValues): z.input<typeof TemplateDraft> => ({
  ...contentsOf(values),
  whatsappId: values.whatsappId ?? '',
  name: values.name,
  language: values.language,
})

const ofDraft = rulesOf(TemplateDraft)
const ofContents = rulesOf(TemplateContents)

/** The flaws by the field of the form. */
export function rules(values: TemplateFormValues, isNew: boolean, required: string): Record<string, string> {
  // What is wrong with the texts is told before name and connection are there, too.
  const found = { ...ofContents({ ...contentsOf(values) }), ...(isNew && ofDraft({ ...draftOf(values) })) }
  const flaws = Object.fromEntries(Object.entries(found).map(([path, text]) => [fieldOf(path), text]))
  if (isNew && values.whatsappId === null) flaws['whatsappId'] = required
  const hasFile = values.headerKind !== 'none' && values.headerKind !== 'text'
  if (hasFile && values.file === null) flaws['file'] = required
  return flaws
}

/** The field of the form for a path of the draft. */
export const fieldOf = (path: string): string =>
  path === 'header.text' || path === 'header' ? 'headerText' : path === 'fileId' ? 'file' : path
