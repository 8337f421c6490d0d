import { expect, test } from 'vitest'
import { bodyOf, rules, valuesOf } from './integration-values.ts'

const filled = (fields: object) => ({ ...valuesOf(undefined), name: 'Robô', ...fields })

test('a new integration has the documented defaults, and a secret of its own', () => {
  const values = valuesOf(undefined)

  expect(values).toMatchObject({ type: 'typebot', typebotExpires: 1, typebotDelayMessage: 1000, language: 'pt-BR' })
  expect(values.signingSecret).toMatch(/^\w{32,}$/)
  expect(valuesOf(undefined).signingSecret).not.toBe(values.signingSecret)
})

test.each([
  ['typebot', ['urlN8N', 'typebotSlug', 'typebotExpires'], ['jsonContent', 'signingSecret']],
  ['n8n', ['urlN8N', 'signingSecret', 'authorization'], ['typebotSlug', 'jsonContent']],
  ['webhook', ['urlN8N', 'signingSecret', 'authorization'], ['typebotSlug', 'jsonContent']],
  ['dialogflow', ['projectName', 'language', 'jsonContent'], ['urlN8N', 'signingSecret']],
] as const)('of %s only what it has is sent', (type, has, lacks) => {
  const body = bodyOf(filled({ type }))

  expect(Object.keys(body)).toEqual(expect.arrayContaining(['type', 'name', ...has]))
  for (const field of lacks) expect(body).not.toHaveProperty(field)
})

test('only the fields of the type are wanted', () => {
  expect(Object.keys(rules(filled({})))).toEqual(['urlN8N', 'typebotSlug'])
  expect(Object.keys(rules(filled({ type: 'webhook' })))).toEqual(['urlN8N'])
  expect(Object.keys(rules(filled({ type: 'dialogflow' })))).toEqual(['jsonContent'])
  expect(Object.keys(rules(filled({ type: 'webhook', urlN8N: 'https://a.test', name: 'a' })))).toEqual(['name'])
})
