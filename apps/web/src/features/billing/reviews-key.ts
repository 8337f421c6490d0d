/** Of the payments that the operator must look at. */
export const reviewsKey = ['payment-reviews'] as const
