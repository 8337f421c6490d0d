import type { TicketLogView } from '@guiche/contract'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsExchange,
  IconCircleCheck,
  IconClockX,
  IconCloudDown,
  IconEye,
  IconGitMerge,
  IconMessagePlus,
  IconRefresh,
  IconRepeatOff,
  IconRobot,
  IconRobotOff,
  IconShieldCheck,
  IconStar,
  IconTrash,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'

const icons = {
  access: IconEye,
  create: IconMessagePlus,
  closed: IconCircleCheck,
  transfered: IconArrowsExchange,
  receivedTransfer: IconArrowsExchange,
  open: IconUserCheck,
  pending: IconArrowBackUp,
  nps: IconStar,
  lgpd: IconShieldCheck,
  queue: IconUsersGroup,
  userDefine: IconUserCheck,
  delete: IconTrash,
  chatBot: IconRobot,
  autoClose: IconClockX,
  retriesLimitQueue: IconRobot,
  retriesLimitUserDefine: IconRobot,
  reopen: IconRefresh,
  merge: IconGitMerge,
  recovered: IconCloudDown,
  loopGuard: IconRepeatOff,
  editFailed: IconAlertTriangle,
  deleteFailed: IconAlertTriangle,
  reactFailed: IconAlertTriangle,
  unreadable: IconAlertTriangle,
  botSilent: IconRobotOff,
  redirect: IconArrowForwardUp,
  assign: IconUserCheck,
} satisfies Record<TicketLogView['type'], unknown>

export function LogIcon({ type }: { type: TicketLogView['type'] }) {
  const Icon = icons[type]
  return <Icon size={14} stroke={1.8} aria-hidden />
}
