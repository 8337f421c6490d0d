import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { Texts } from '../texts/pt.ts'
import { useWindow } from './context.ts'

/** Asks for the name before the first message, if the connection requires it. */
export function Introduction() {
  const { chat, t } = useWindow()
  const [wrong, setWrong] = useState<{ field?: 'name' | 'email'; text: keyof Texts }>()
  const [isBusy, setBusy] = useState(false)

  async function introduce(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = valueOf(form, 'name')
    const email = valueOf(form, 'email')
    const missing = !name ? ({ field: 'name', text: 'nameMissing' } as const) : undefined
    setWrong(missing)
    if (missing) return focus(form, 'name')
    setBusy(true)
    const status = await chat.introduce(name, email)
    setBusy(false)
    if (status < 300 && status) return
    setWrong(status === 400 ? { field: 'email', text: 'emailWrong' } : { text: 'notNow' })
    if (status === 400) focus(form, 'email')
  }

  const problem = (field?: 'name' | 'email') =>
    wrong && wrong.field === field ? (
      <p id="wrong" class="wrong" role="alert">
        {t(wrong.text)}
      </p>
    ) : null

  const field = (name: 'name' | 'email') => (
    <div class="field">
      <label>
        {t(name)}
        <input
          name={name}
          inputMode={name === 'email' ? 'email' : 'text'}
          autocomplete={name}
          maxlength={name === 'email' ? 254 : 50}
          aria-invalid={wrong?.field === name}
          aria-describedby={wrong?.field === name ? 'wrong' : undefined}
        />
      </label>
      {problem(name)}
    </div>
  )

  return (
    <form class="introduction" noValidate onSubmit={(event) => void introduce(event)}>
      <p>{t('introduction')}</p>
      {field('name')}
      {field('email')}
      {problem()}
      <button class="filled" disabled={isBusy}>
        {t('start')}
      </button>
    </form>
  )
}

function valueOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? ''
}

function focus(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
}
