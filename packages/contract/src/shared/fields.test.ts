import { describe, expect, test } from 'vitest'
import { CampaignVariable } from '../campaigns/campaign-settings.ts'
import { CampaignBody } from '../campaigns/campaigns.ts'
import { ContactListItemBody } from '../contact-lists/contact-list-items.ts'
import { ContactListBody } from '../contact-lists/contact-lists.ts'
import { apiTokenCalls } from '../messages-api/api-tokens.ts'
import { Name, cleanLine, hasLetters } from './fields.ts'

const unseen = {
  'zero width': '\u200b\u200b\u200b',
  joiners: '\u200d\u200c\u200d',
  'soft hyphens': '\u00ad\u00ad\u00ad',
  'Hangul fillers': '\u3164\u115f\uffa0',
  'empty Braille': '\u2800\u2800\u2800',
  tags: '\u{e0041}\u{e0042}',
  'spaces between them': '\u200b \u2060 \u200b',
}

describe('a line of text', () => {
  test.each(Object.entries(unseen))('of which nothing is seen is empty: %s', (_what, text) => {
    expect(cleanLine(text)).toBe('')
  })

  test.each(['نمی‌خواهم', '👨‍👩‍👧', 'Zoë ❤️', 'Ação'])('keeps the joiners that it needs: %s', (text) => {
    expect(cleanLine(text)).toBe(text)
  })
})

test.each([
  ['A\u200b', false],
  ['A \u2800', false],
  ['Zé', true],
  ['👍👍', true],
  ['A\u200bB', true],
] as const)('two letters are two that are seen: %j', (text, isEnough) => {
  expect(hasLetters(2)(text)).toBe(isEnough)
  expect(Name.safeParse(text).success).toBe(isEnough)
})

test.each(Object.entries(unseen))('no list, person, campaign, token or variable is called by %s', (_what, name) => {
  const named = [
    ContactListBody.safeParse({ name }),
    CampaignBody.shape.name.safeParse(name),
    ContactListItemBody.safeParse({ name, number: '5511999990000', email: '' }),
    ContactListItemBody.safeParse({
      name: 'Rita',
      number: '5511999990000',
      email: '',
      variables: [{ key: name, value: '' }],
    }),
    CampaignVariable.safeParse({ key: name, value: '' }),
    apiTokenCalls.createApiToken.body.safeParse({ name, whatsappId: 1, scopes: ['send'] }),
  ]
  expect(named.map(({ success }) => success)).toEqual(named.map(() => false))
})
