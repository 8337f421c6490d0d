import type { Directory } from '../directory.ts'
import type { Component } from './template-rules.ts'
import { hasNeighbours, misnamed, startsOrEnds, variablesIn, wordsAround } from './variables.ts'

export interface Flaw {
  code: number
  text: string
}

type Format = 'named' | 'positional'

/** What is wrong with a template; undefined if it can be reviewed. */
export function flawOf(components: readonly Component[], format: Format, directory: Directory): Flaw | undefined {
  if (!components.some(({ type }) => type === 'BODY')) return { code: 2388072, text: 'A template needs a body.' }
  for (const component of components) {
    const flaw = flawIn(component, format, directory)
    if (flaw) return flaw
  }
  return undefined
}

function flawIn(component: Component, format: Format, directory: Directory): Flaw | undefined {
  switch (component.type) {
    case 'HEADER':
      return flawOfHeader(component, format, directory)
    case 'BODY':
      return flawOfBody(component, format)
    case 'FOOTER':
      if (component.text.length > 60) return tooLong('footer', 60)
      return variablesIn(component.text).length > 0 ? { code: 2388073, text: 'A footer has no variables.' } : undefined
    case 'BUTTONS':
      return flawOfButtons(component)
  }
}

function flawOfHeader(
  { format: kind, text = '', example }: Extract<Component, { type: 'HEADER' }>,
  format: Format,
  directory: Directory,
): Flaw | undefined {
  const wrong = (reason: string) => ({ code: 2388047, text: reason })
  if (kind === 'LOCATION') return undefined
  if (kind !== 'TEXT') {
    const handle = example?.header_handle?.[0]
    if (handle === undefined) return wrong('A header with a file needs an example.')
    const isKnown = directory.all('upload').some((upload) => upload.handle === handle && upload.isWhole)
    return isKnown ? undefined : wrong('The example of the header is no uploaded file.')
  }
  if (text === '') return wrong('A header needs a text.')
  if (text.length > 60) return tooLong('header', 60)
  const names = variablesIn(text)
  if (names.length > 1) return wrong('A header has at most one variable.')
  const examples = example?.header_text ?? example?.header_text_named_params ?? []
  if (examples.length < names.length) return wrong('The variable of the header needs an example.')
  const reason = misnamed(names, format)
  return reason === undefined ? undefined : wrong(reason)
}

function flawOfBody({ text, example }: Extract<Component, { type: 'BODY' }>, format: Format): Flaw | undefined {
  const wrong = (reason: string) => ({ code: 2388072, text: reason })
  if (text.trim() === '') return wrong('The body is empty.')
  if (text.length > 1024) return tooLong('body', 1024)
  const names = variablesIn(text)
  if (names.length === 0) return undefined
  const reason = misnamed(names, format)
  if (reason !== undefined) return wrong(reason)
  if (startsOrEnds(text)) return { code: 2388299, text: 'Variables cannot be at the start or end of the template.' }
  if (hasNeighbours(text)) return wrong('Variables cannot be side by side.')
  if (wordsAround(text) < names.length * 2 + 1)
    return { code: 2388293, text: 'The template has too many variables for its length.' }
  if (format === 'positional')
    return (example?.body_text?.[0]?.length ?? 0) === names.length
      ? undefined
      : wrong('Each variable needs an example.')
  const given = example?.body_text_named_params?.map(({ param_name }) => param_name) ?? []
  return names.every((name) => given.includes(name)) ? undefined : wrong('Each variable needs an example.')
}

function flawOfButtons({ buttons }: Extract<Component, { type: 'BUTTONS' }>): Flaw | undefined {
  for (const button of buttons) {
    if (button.type !== 'URL') continue
    const names = variablesIn(button.url)
    if (names.length > 1 || (names.length === 1 && !button.url.endsWith('}}')))
      return { code: 100, text: 'The address of a button has one variable, at its end.' }
    if (names.length === 1 && !button.example?.length)
      return { code: 100, text: 'The variable of a button needs an example.' }
  }
  return undefined
}

const tooLong = (what: string, most: number): Flaw => ({
  code: 2388040,
  text: `The ${what} has more than ${most} characters.`,
})
