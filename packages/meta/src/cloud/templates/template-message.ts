import { type TemplateParts, type TemplateValues, valuesAt, variablesOf } from '@guiche/contract'

/** A file that was uploaded to Meta, for a header. */
export interface HeaderFile {
  mediaId: string
  /** Documents show it. */
  name: string
}

export interface TemplateToSend {
  name: string
  language: string
  format: 'named' | 'positional'
  parts: TemplateParts
  values: TemplateValues
}

/** The names of the variables that have no value. */
export function missingValues({ parts, values }: Pick<TemplateToSend, 'parts' | 'values'>): string[] {
  return variablesOf(parts).flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []))
}

/** The object `template` of a message. */
export function templateMessage(template: TemplateToSend, file: HeaderFile | undefined): object {
  const { name, language } = template
  const components = [...headerOf(template, file), ...bodyOf(template), ...buttonsOf(template)]
  return { name, language: { code: language }, ...(components.length > 0 && { components }) }
}

function headerOf({ parts, values, format }: TemplateToSend, file: HeaderFile | undefined): object[] {
  const { header } = parts
  if (header === null || header.kind === 'location') return []
  if (header.kind === 'text') {
    const texts = textsOf(valuesAt(parts, values, 'header'), format)
    return texts.length === 0 ? [] : [{ type: 'header', parameters: texts }]
  }
  if (!file) return []
  const { kind } = header
  const shown = { id: file.mediaId, ...(kind === 'document' && { filename: file.name }) }
  return [{ type: 'header', parameters: [{ type: kind, [kind]: shown }] }]
}

function bodyOf({ parts, values, format }: TemplateToSend): object[] {
  const texts = textsOf(valuesAt(parts, values, 'body'), format)
  return texts.length === 0 ? [] : [{ type: 'body', parameters: texts }]
}

function buttonsOf({ parts, values }: TemplateToSend): object[] {
  return parts.buttons.flatMap((button, at): object[] => {
    const index = String(at)
    const code = values[`button:${at}`]
    if (button.kind === 'copy' && code !== undefined)
      return [
        { type: 'button', sub_type: 'copy_code', index, parameters: [{ type: 'coupon_code', coupon_code: code }] },
      ]
    if (button.kind !== 'url') return []
    const [text] = valuesAt(parts, values, 'button', at).values()
    if (text === undefined) return []
    return [{ type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text }] }]
  })
}

const textsOf = (values: ReadonlyMap<string, string>, format: TemplateToSend['format']): object[] =>
  [...values].map(([name, text]) => ({ type: 'text', ...(format === 'named' && { parameter_name: name }), text }))
