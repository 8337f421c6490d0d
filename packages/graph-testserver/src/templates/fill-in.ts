import { refuse } from '../refusals/refuse.ts'
import type { Parameter } from './parameter-rules.ts'

/** The value of each variable. The parameters have to be as many, named as the template names them, and fit for a line. */
export function namesAndValues(
  names: readonly string[],
  parameters: readonly Parameter[],
  format: 'named' | 'positional',
  where: string,
): Map<string, string> {
  if (parameters.length !== names.length)
    throw refuse(132000, {
      details: `${where}: number of parameters (${parameters.length}) does not match the expected number of params (${names.length})`,
    })
  const values = new Map<string, string>()
  parameters.forEach((parameter, at) => {
    const name = format === 'named' ? nameOf(parameter) : names[at]
    const text = textOf(parameter)
    if (name === undefined || !names.includes(name))
      throw refuse(132012, { details: `${where}: there is no variable ${name ?? 'without a name'}` })
    if (text === undefined)
      throw refuse(132012, { details: `${where}: a parameter of the type ${parameter.type} does not fit` })
    checkText(text, where)
    values.set(name, text)
  })
  if (values.size !== names.length) throw refuse(132000, { details: `${where}: a parameter is there twice` })
  return values
}

export function checkText(text: string, where: string): void {
  if (text === '') throw refuse(131008, { details: `${where}: a parameter is empty` })
  if (/[\n\t]| {5}/.test(text))
    throw refuse(132007, { details: `${where}: a parameter has a line break, a tab or more than 4 spaces in a row` })
}

const nameOf = (parameter: Parameter) => ('parameter_name' in parameter ? parameter.parameter_name : undefined)

function textOf(parameter: Parameter): string | undefined {
  if (parameter.type === 'text') return parameter.text
  if (parameter.type === 'currency') return parameter.currency.fallback_value
  return parameter.type === 'date_time' ? parameter.date_time.fallback_value : undefined
}
