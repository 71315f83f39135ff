export * from './delivery-log.ts'
export * from './outbox.ts'
export { startWebhookSender } from './sender.ts'
