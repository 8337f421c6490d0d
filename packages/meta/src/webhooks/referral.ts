import type { Referral } from '@guiche/contract'

const longestText = 300
const longestAddress = 2000

type Told = { [name in keyof Omit<Referral, 'kind'>]?: string | undefined }

/** Networks and strangers say what they like: texts are cut, and only addresses of the web are addresses. */
export const referralOf = (kind: Referral['kind'], told: Told): Referral => ({
  kind,
  headline: short(told.headline),
  body: short(told.body),
  url: isOfWeb(told.url) ? told.url : '',
  sourceId: short(told.sourceId),
  ref: short(told.ref),
  ...(told.greeting && { greeting: short(told.greeting) }),
})

const short = (text = ''): string => text.trim().slice(0, longestText).toWellFormed()

const isOfWeb = (address: string | undefined): address is string =>
  address !== undefined && address.length <= longestAddress && /^https?:\/\//i.test(address) && URL.canParse(address)
