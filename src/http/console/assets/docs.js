// Draws the API description. `validatorUrl: null` keeps it from sending the description to anyone for checking.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: true,
  validatorUrl: null,
})
