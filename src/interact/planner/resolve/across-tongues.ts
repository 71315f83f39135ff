/** Names of the same thing in the languages of pages and instructions; each line is one thing, English first. */
export const ACROSS_TONGUES: readonly string[][] = `
log in|anmelden|einloggen|connexion|se connecter|iniciar sesion|acceder|accedi|inloggen|aanmelden|entrar|iniciar sessao
log out|abmelden|ausloggen|deconnexion|se deconnecter|cerrar sesion|esci|disconnetti|uitloggen|afmelden|sair|terminar sessao
search|suche|suchen|recherche|rechercher|buscar|busqueda|cerca|zoeken|pesquisar|procurar
delete|loschen|entfernen|supprimer|effacer|eliminar|borrar|quitar|elimina|rimuovi|verwijderen|wissen|excluir|apagar|remover
close|schließen|fermer|cerrar|chiudi|sluiten|fechar
next|weiter|nachste|suivant|siguiente|avanti|successivo|volgende|seguinte|proximo
back|zuruck|retour|precedent|atras|volver|indietro|precedente|terug|vorige|voltar|anterior
more|mehr|plus|mas|altro|meer|mais
edit|bearbeiten|andern|modifier|editer|editar|modificar|modifica|bewerken|wijzigen
save|speichern|sichern|enregistrer|sauvegarder|guardar|salva|opslaan|bewaren|salvar
send|senden|absenden|abschicken|envoyer|enviar|invia|verzenden|versturen
add|hinzufugen|ajouter|anadir|agregar|aggiungi|toevoegen|adicionar
cancel|abbrechen|annuler|cancelar|annulla|annuleren
cart|warenkorb|einkaufswagen|panier|carrito|cesta|carrello|winkelwagen|winkelmand|carrinho|cesto
add to cart|in den warenkorb|ajouter au panier|anadir al carrito|anadir a la cesta|agregar al carrito|aggiungi al carrello|in winkelwagen|in winkelmand|adicionar ao carrinho
check out|zur kasse|kasse|commander|passer la commande|finalizar compra|tramitar pedido|alla cassa|procedi all'ordine|afrekenen|finalizar compra
settings|einstellungen|parametres|reglages|configuracion|ajustes|impostazioni|instellingen|configuracoes|definicoes
details|einzelheiten|details anzeigen|voir les details|detalles|dettagli|detalhes
choose|auswahlen|wahlen|choisir|selectionner|elegir|seleccionar|scegli|seleziona|kiezen|selecteren|escolher|selecionar
reply|antworten|repondre|responder|rispondi|beantwoorden
like|gefallt mir|j'aime|me gusta|mi piace|vind ik leuk|gosto|curtir
share|teilen|partager|compartir|condividi|delen|partilhar|compartilhar
download|herunterladen|telecharger|descargar|scarica|downloaden|baixar|transferir
apply|anwenden|appliquer|aplicar|applica|toepassen
confirm|bestatigen|confirmer|confirmar|conferma|bevestigen
help|hilfe|aide|ayuda|aiuto|hulp|ajuda
contact|kontakt|contacto|contatti|contatto
home|startseite|accueil|inicio|pagina principal|home page|startpagina|pagina inicial
`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))
