/** The settings on the page, in order. Only settings that already have an effect are offered. */
export const settingGroups = [
  { name: 'attendance', settings: ['requiredTag', 'userRating', 'sendSignMessage', 'acceptCallWhatsapp'] },
  {
    name: 'messages',
    settings: [
      'sendGreetingAccepted',
      'sendGreetingMessageOneQueues',
      'sendMsgTransfTicket',
      'sendFarewellWaitingTicket',
    ],
  },
  { name: 'hours', settings: ['scheduleType'] },
  { name: 'notices', settings: ['pushHidesText'] },
  { name: 'lgpd', settings: ['lgpdHideNumber', 'lgpdDeleteMessage'] },
] as const

export type OfferedSetting = (typeof settingGroups)[number]['settings'][number]
export const scheduleTypes = ['disabled', 'queue', 'company', 'connection'] as const
