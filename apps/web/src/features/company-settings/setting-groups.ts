/** The settings on the page, in order. Only settings that have an effect are offered. */
export const settingGroups = [
  {
    name: 'attendance',
    settings: [
      'requiredTag',
      'userRating',
      'userRandom',
      'sendSignMessage',
      'acceptCallWhatsapp',
      'acceptAudioMessageContact',
    ],
  },
  {
    name: 'messages',
    settings: [
      'sendGreetingAccepted',
      'sendGreetingMessageOneQueues',
      'sendQueuePosition',
      'sendMsgTransfTicket',
      'sendFarewellWaitingTicket',
    ],
  },
  { name: 'hours', settings: ['chatBotType', 'scheduleType', 'sendMessageOutExpedientTicketOpen'] },
  { name: 'notices', settings: ['pushHidesText'] },
  {
    name: 'lgpd',
    settings: ['enableLGPD', 'lgpdMessage', 'lgpdLink', 'lgpdConsent', 'lgpdHideNumber', 'lgpdDeleteMessage'],
  },
] as const

/** `nationalHolidays` is on the tab of the holidays. */
export type OfferedSetting = (typeof settingGroups)[number]['settings'][number] | 'nationalHolidays'

/** Settings with a choice of values; the others are switches or texts. */
export const choices = {
  scheduleType: ['disabled', 'queue', 'company', 'connection'],
  chatBotType: ['text', 'button', 'list'],
} as const
export type SettingWithChoices = keyof typeof choices

const texts = ['lgpdMessage', 'lgpdLink'] as const
export type TextSetting = (typeof texts)[number]

export const hasChoices = (setting: OfferedSetting): setting is SettingWithChoices => setting in choices
export const isText = (setting: OfferedSetting): setting is TextSetting => texts.some((text) => text === setting)
