import { type NumberDefinition, type NumberLanguage, numberNames } from '@guiche/contract'
import { texts } from '#texts'
import { definitions, hasUser, isOfNow } from './definitions.ts'

/** What each number means, in words. */
export const listDefinitions = (language: NumberLanguage): NumberDefinition[] =>
  numberNames.map((name) => ({
    name,
    ...texts[language].numbers[name],
    unit: definitions[name].unit,
    hasPeriod: !isOfNow(definitions[name]),
    hasUser: hasUser(name),
  }))
