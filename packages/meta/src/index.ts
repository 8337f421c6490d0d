export { type AccountNews, accountNewsFields, readAccountNews } from './cloud/account-news.ts'
export {
  type AccountKey,
  type NumberFacts,
  type NumberKey,
  digitsIn,
  isNumberOf,
  isSubscribed,
  listNumbers,
  maySend,
  readNumber,
  deregisterNumber,
  registerNumber,
  readPortfolio,
  subscribeAccount,
  unsubscribeAccount,
} from './cloud/number-access.ts'
export { type TokenFacts, numberScopes, readToken } from './cloud/token-facts.ts'
export {
  type CloudFileKind,
  type NumberAccess,
  cloudFileKindOf,
  fileAddress,
  isAddressOfMeta,
  uploadFile,
} from './cloud/files.ts'
export { callsOf } from './cloud/calls.ts'
export { type HistoryNews, historyIn, readHistoryNews } from './cloud/history.ts'
export { type ContactNews, type PhoneAppPart, askPhoneApp, notShared, readContactNews } from './cloud/phone-app.ts'
export { identitiesOf, identityAt } from './cloud/identities.ts'
export { otherIdIn } from './cloud/other-id.ts'
export { type Accepted, type CloudContent, type CloudSending, block, markRead, sendToWhatsApp } from './cloud/send.ts'
export { type CloudWords, type ToldRefusal, eventsOf } from './cloud/to-inbound.ts'
export { type FailReason, type Remedy, type StopCause, remedyFor, subjectOf } from './graph/error-table.ts'
export type { Upload } from './graph/form.ts'
export { type GraphClient, type GraphOptions, createGraphClient } from './graph/graph-client.ts'
export { GraphError, UnexpectedAnswer, isFinal } from './graph/graph-error.ts'
export { ExchangeFailed, type GraphAnswer, type GraphRequest, type Transport } from './graph/transport.ts'
export { type FileKind, fileKindOf } from './pages/file-kind.ts'
export type { Network } from './pages/network.ts'
export {
  type LinkedPage,
  exchangeToken,
  instagramScopes,
  listPages,
  pageScopes,
  redeemCode,
  subscribePage,
  unsubscribePage,
} from './pages/page-access.ts'
export { splitText } from './pages/parts.ts'
export { type Profile, readProfile } from './pages/profile.ts'
export { type PageContent, type SenderAction, type Sending, act, sendPart } from './pages/send.ts'
export { type OwnMark, markOf, silentMark } from './webhooks/metadata.ts'
export { type AccountChange, readChanges } from './webhooks/read-changes.ts'
export { type PageNews, readWebhook } from './webhooks/read-webhook.ts'
export { answerHandshake, isSigned } from './webhooks/signature.ts'
export { identityOf, personIn, toInbound } from './webhooks/to-inbound.ts'
export * from './cloud/templates/index.ts'
