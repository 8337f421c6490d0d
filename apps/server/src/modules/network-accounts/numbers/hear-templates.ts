import { readPreferences, readTemplateNews } from '@guiche/meta'
import { applyTemplateNews, askForTemplates } from '#modules/message-templates'
import { hearPreference } from '#modules/opt-outs'
import type { Hearer } from './hear-changes.ts'
import { isNews } from './hear-refusals.ts'

/** What is told late, or again, may not be so any more. */
const hearNews: Hearer = async (ctx, { connectionId, accountId }, { field, value, at }) => {
  const news = readTemplateNews(accountId, field, value)
  if (news && isNews(at)) await applyTemplateNews(ctx, connectionId, news)
  else if (news) await askForTemplates(ctx, connectionId)
}

/** It names the new parts in a form of its own, so all is read again. */
const hearComponents: Hearer = (ctx, { connectionId }) => askForTemplates(ctx, connectionId)

/** People stop marketing messages in WhatsApp itself, for which Meta takes templates alone. */
const hearPreferences: Hearer = async (ctx, { userScope }, { value }) => {
  for (const { person, wantsMarketing, at } of readPreferences(value, userScope))
    await hearPreference(ctx, person, { isOut: !wantsMarketing, at })
}

/** What Meta decides about message templates, and what people want of them. */
export const templateHearers = {
  message_template_status_update: hearNews,
  message_template_quality_update: hearNews,
  template_category_update: hearNews,
  message_template_components_update: hearComponents,
  user_preferences: hearPreferences,
} satisfies Record<string, Hearer>
