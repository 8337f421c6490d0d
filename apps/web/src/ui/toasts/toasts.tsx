import { Notifications, notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { numbers } from '../numbers.ts'
import { type Question, QuestionBody, type Toast, ToastBody } from './toast-body.tsx'
import { type Undo, UndoBody } from './undo-body.tsx'
import styles from './toasts.module.css'

/**
 * A short message about an event that the screen itself does not show, with at most one action. Texts are already
 * translated.
 */
export const toast = {
  success: (title: string, more?: Toast) => show('good', title, numbers.toast, more),
  warn: (title: string, more?: Toast) => show('warn', title, numbers.toast, more),
  error: (title: string, more?: Toast) => show('bad', title, numbers.toast, more),
  /** An error of the server; the same one is not shown twice at a time. */
  serverError: (title: string) => show('bad', title, numbers.serverErrorToast, { id: `server:${title}` }),
  /** Stays until it is clicked or closed. */
  lasting: (title: string, more?: Toast) => show('info', title, false, more),
  /** What was asked for can be undone until it is hidden. */
  undoable: (id: string, title: string, undo: Undo) =>
    notifications.show({
      ...looks('good'),
      id,
      title,
      message: <UndoBody {...undo} />,
      autoClose: false,
      withCloseButton: false,
    }),
  /** A question that is answered with yes or no. It stays until then. */
  ask,
  hide: (id: string) => notifications.hide(id),
  clean: () => notifications.clean(),
}

type Tone = 'good' | 'warn' | 'bad' | 'info'

function show(tone: Tone, title: string, autoClose: number | false, more: Toast = {}) {
  if (more.id) notifications.hide(more.id)
  const id: string = notifications.show({
    ...(more.id && { id: more.id }),
    ...(more.isAtTop && { position: 'top-center' as const }),
    title,
    message: <ToastBody {...more} onDone={() => notifications.hide(id)} />,
    autoClose,
    ...looks(tone),
  })
  return id
}

const looks = (tone: Tone) => ({
  withBorder: true,
  className: styles.toast ?? '',
  role: tone === 'bad' ? 'alert' : 'status',
  closeButtonProps: { 'aria-label': i18next.t('ui.closeToast') },
  'data-tone': tone,
})
function ask(title: string, question: Question) {
  if (question.id) notifications.hide(question.id)
  const id: string = notifications.show({
    ...(question.id && { id: question.id }),
    title,
    message: <QuestionBody {...question} onDone={() => notifications.hide(id)} />,
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
    className: styles.toast,
    role: 'alertdialog',
    'aria-label': title,
    'data-tone': 'warn',
  })
}

/** The position of toasts: bottom left beside the rail, clear of the composer and the ticket's actions. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-left"
      autoClose={numbers.toast}
      limit={4}
      containerWidth={336}
      transitionDuration={120}
      className={styles.toasts}
    />
  )
}
