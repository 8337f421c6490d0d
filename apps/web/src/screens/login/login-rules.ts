import i18next from 'i18next'

/** A simple e-mail pattern and at least 6 characters for the password (docs/requirements/workspace.md, section 5). */
const simplePattern = /^\S+@\S+\.\S+$/
const shortest = 6

export const loginRules = {
  email: (email: string) => (simplePattern.test(email.trim()) ? null : i18next.t('login.invalidEmail')),
  password: (password: string) => (password.length >= shortest ? null : i18next.t('ui.form.passwordTooShort')),
}
