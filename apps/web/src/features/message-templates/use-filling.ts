import { type MessageTemplateView, type TemplateChoice, flawOfValue, textOfTemplate } from '@guiche/contract'
import { useState } from 'react'

/** What is chosen: the template with its values, and how it reads. */
export interface Chosen {
  choice: TemplateChoice
  name: string
  text: string
}

/** The values of a template’s variables, and what is wrong with them once it was to be used. */
export function useFilling(template: MessageTemplateView, mayHaveVariables: boolean) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [isChecked, setIsChecked] = useState(false)
  const flaws = new Map(template.variables.map(({ key }) => [key, flawIn(values[key] ?? '', mayHaveVariables)]))

  return {
    values,
    write: (key: string, value: string) => setValues({ ...values, [key]: value }),
    flawOf: (key: string) => (isChecked ? flaws.get(key) : undefined),
    isBegun: Object.values(values).some((value) => value !== ''),
    /** Undefined if a value is missing or wrong, which is then said. */
    finish: (): Chosen | undefined => {
      setIsChecked(true)
      if ([...flaws.values()].some((flaw) => flaw !== undefined)) return undefined
      const { header, body, footer, buttons } = template
      return {
        choice: { templateId: template.id, values },
        name: template.name,
        text: textOfTemplate({ header, body, footer, buttons }, values),
      }
    },
  }
}

function flawIn(value: string, mayHaveVariables: boolean): string | undefined {
  const flaw = flawOfValue(value)
  return mayHaveVariables && flaw === 'unknownVariable' ? undefined : flaw
}
