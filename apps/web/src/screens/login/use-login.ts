import { type SessionUser, api } from '@guiche/contract'
import { useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../lib/api.ts'
import { formatOf } from '../../lib/format.ts'
import { currentLanguage, rememberLanguage, changeLanguage } from '../../lib/i18n.ts'
import { languages, toLanguage } from '../../lib/languages.ts'
import { numbers } from '../../ui/numbers.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { daysLeft, startSession, subscriptionOf } from '../../lib/session.ts'
import { storage } from '../../lib/browser/storage.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { pickedLanguage } from '../../features/entry/picked-language.ts'

/** Logs in. The route guards then redirect. */
export function useLogin() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      call(api.login, { body: { email: email.trim(), password } }),
    // The form says it, and says it longer than a toast.
    meta: { handles: 'all' },
    onSuccess: async (tokens) => {
      const { user } = tokens
      toast.clean()
      setColorScheme(themeOf(user))
      startSession(tokens)
      await settleLanguage(user)
      warnAboutSubscription(user, t)
    },
  })
}

/** The text about wrong credentials stays in the form, because the toast disappears after 2 seconds. */
export function refusalText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'ERR_TOO_MANY_REQUESTS' && error.retryAfter) {
    return t('login.tooMany', { count: Math.ceil(error.retryAfter / 60) })
  }
  return errorText(error)
}

/** A language chosen on this screen is stored with the user; otherwise the user's language applies here. */
async function settleLanguage(user: SessionUser) {
  const picked = pickedLanguage()
  if (picked) {
    const body = { language: languages[picked].stored }
    // The choice applies here even if it could not be stored on the server.
    await call(api.updateUser, { params: { id: user.id }, body }).catch(() => undefined)
    return
  }
  const language = toLanguage(user.language) ?? 'pt'
  rememberLanguage(language)
  if (language !== currentLanguage()) await changeLanguage(language)
}

/** The user's own theme wins over the theme that another user left in this browser. */
function themeOf({ defaultTheme }: SessionUser) {
  if (defaultTheme === 'dark') return 'dark'
  return storage.theme.get() === 'light' ? 'light' : 'auto'
}

function warnAboutSubscription(user: SessionUser, t: TFunction) {
  if (subscriptionOf(user).state === 'blocked') {
    const { date } = formatOf(currentLanguage(), user.company.timezone)
    toast.error(t('session.expired.toast', { date: date(`${user.company.dueDate.slice(0, 10)}T12:00:00Z`) }))
    return
  }
  toast.success(t('login.done'), { isAtTop: true })
  const days = daysLeft(user)
  if (days >= 0 && days < numbers.subscriptionWarningDays) toast.warn(t('login.expiresIn', { count: days }))
}
