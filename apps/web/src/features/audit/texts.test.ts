import {
  CompanySettings,
  auditActions,
  auditAreaNames,
  auditFields,
  auditObjects,
  auditedReaches,
  AuditActorKind,
} from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { textsOf } from '../../locales/read-texts.ts'
import { fields, singleFields } from './audit-fields.ts'

describe.each(['pt', 'en', 'es', 'tr'])('in %s', (language) => {
  const texts = textsOf(language)
  const missing = (keys: readonly string[]) => keys.filter((key) => !texts.has(key))

  test('every action that the server can write has a text, and no two have the same', () => {
    const keys = auditActions.map((action) => `audit.actions.${action.replaceAll('.', '_')}`)
    expect(missing(keys)).toEqual([])
    const said = keys.map((key) => texts.get(key))
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
  })

  test('every area, object, author and reach of the operator has a text', () => {
    expect(missing(auditAreaNames.map((area) => `audit.areas.${area}`))).toEqual([])
    expect(missing(auditObjects.map((object) => `audit.objects.${object}`))).toEqual([])
    expect(missing(AuditActorKind.options.map((kind) => `audit.actors.${kind}`))).toEqual([])
    expect(missing(auditedReaches.map((reach) => `audit.reaches.${reach}`))).toEqual([])
  })

  test('every field that the server can write has a label', () => {
    expect(missing(auditFields.map((field) => fields[field].label))).toEqual([])
    expect(missing(Object.values(singleFields).map(({ label }) => label))).toEqual([])
  })

  test('every setting of a company has the label of the settings page, or one of its own', () => {
    const settings = [...Object.keys(CompanySettings.shape), 'userCreation']
    const unnamed = settings.filter(
      (name) => !texts.has(`settings.${name}.label`) && !texts.has(`audit.settings.${name}`),
    )
    expect(unnamed).toEqual([])
  })

  test('no text is left for what the server does not write any more', () => {
    const said = [...texts.keys()].flatMap(
      (key) => /^audit\.(actions|objects|areas|reaches)\.(.+)$/.exec(key)?.[2] ?? [],
    )
    const known = new Set<string>([
      ...auditActions.map((action) => action.replaceAll('.', '_')),
      ...auditObjects,
      ...auditAreaNames,
      ...auditedReaches,
    ])
    expect(said.filter((name) => !known.has(name))).toEqual([])
  })
})
